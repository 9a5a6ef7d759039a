; What a Rust compiler emits: unnamed constants, fat pointers, panics, atomics.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@0 = private unnamed_addr constant <{ [11 x i8] }> <{ [11 x i8] c"src/main.rs" }>
@alloc_1 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @0, [16 x i8] c"\0B\00\00\00\00\00\00\00\07\00\00\00\05\00\00\00" }>
@vtable = private constant <{ ptr, [16 x i8], ptr }> <{ ptr null, [16 x i8] c"\08\00\00\00\00\00\00\00\08\00\00\00\00\00\00\00", ptr @work }>
@COUNTER = internal global <{ [8 x i8] }> zeroinitializer, align 8

declare void @panic(ptr, i64, ptr) noreturn
declare i32 @rust_eh_personality(...)

define internal { ptr, i64 } @slice(ptr %data, i64 %len, i64 %from) {
start:
  %bad = icmp ugt i64 %from, %len
  br i1 %bad, label %fail, label %ok

fail:
  call void @panic(ptr @0, i64 11, ptr @alloc_1)
  unreachable

ok:
  %at = getelementptr inbounds i32, ptr %data, i64 %from
  %rest = sub nuw i64 %len, %from
  %pair = insertvalue { ptr, i64 } poison, ptr %at, 0
  %both = insertvalue { ptr, i64 } %pair, i64 %rest, 1
  ret { ptr, i64 } %both
}

define void @work(ptr %self) personality ptr @rust_eh_personality {
start:
  %old = atomicrmw add ptr @COUNTER, i64 1 monotonic
  %swapped = cmpxchg weak ptr @COUNTER, i64 %old, i64 0 acquire monotonic
  %value = extractvalue { i64, i1 } %swapped, 0
  %success = extractvalue { i64, i1 } %swapped, 1
  %s = call { ptr, i64 } @slice(ptr %self, i64 %value, i64 0)
  %p = extractvalue { ptr, i64 } %s, 0
  %t = freeze i1 %success
  br i1 %t, label %yes, label %no

yes:
  store { ptr, ptr } { ptr @COUNTER, ptr @vtable }, ptr %p
  ret void

no:
  store atomic i64 7, ptr @COUNTER release, align 8
  fence syncscope("singlethread") seq_cst
  ret void
}
