; What a C++ compiler emits: invoke, landing pads, a virtual call, a guard.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%class.Base = type { ptr, i32 }

@_ZTV4Base = linkonce_odr unnamed_addr constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr @_ZTI4Base, ptr @_ZN4Base3runEv] }
@_ZTI4Base = external constant ptr
@instance = internal global %class.Base zeroinitializer
@_ZGV8instance = internal global i64 0

declare i32 @__gxx_personality_v0(...)
declare void @_ZN4Base3runEv(ptr)
declare void @_ZN4BaseD1Ev(ptr)
declare ptr @_Znwm(i64)
declare i32 @__cxa_guard_acquire(ptr)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()

define linkonce_odr void @_ZN4BaseC2Ev(ptr %this) {
  store ptr getelementptr inbounds ({ [3 x ptr] }, ptr @_ZTV4Base, i32 0, i32 0, i32 2), ptr %this
  ret void
}

define i32 @call(ptr %object) personality ptr @__gxx_personality_v0 {
entry:
  %table = load ptr, ptr %object
  %slot = getelementptr inbounds ptr, ptr %table, i64 1
  %method = load ptr, ptr %slot
  invoke void %method(ptr %object)
          to label %done unwind label %lpad

done:
  %new = invoke ptr @_Znwm(i64 16)
          to label %made unwind label %cleanup

made:
  call void @_ZN4BaseC2Ev(ptr %new)
  ret i32 0

lpad:
  %caught = landingpad { ptr, i32 }
          catch ptr @_ZTI4Base
          catch ptr null
  %exception = extractvalue { ptr, i32 } %caught, 0
  %selector = extractvalue { ptr, i32 } %caught, 1
  %begun = call ptr @__cxa_begin_catch(ptr %exception)
  call void @__cxa_end_catch()
  ret i32 %selector

cleanup:
  %pad = landingpad { ptr, i32 }
          cleanup
  call void @_ZN4BaseD1Ev(ptr @instance)
  resume { ptr, i32 } %pad
}

define void @funclets() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @_ZN4BaseD1Ev(ptr @instance)
          to label %done unwind label %dispatch

dispatch:
  %switch = catchswitch within none [label %handler] unwind label %cleanup

handler:
  %pad = catchpad within %switch [ptr null, i32 64, ptr null]
  call void @_ZN4Base3runEv(ptr @instance) [ "funclet"(token %pad) ]
  catchret from %pad to label %done

cleanup:
  %clean = cleanuppad within none []
  call void @_ZN4BaseD1Ev(ptr @instance) [ "funclet"(token %clean) ]
  cleanupret from %clean unwind to caller

done:
  ret void
}

declare i32 @__CxxFrameHandler3(...)
