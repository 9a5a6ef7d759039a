; Intrinsics: those with a meaning, those without effect, and all others.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@tls = thread_local global i32 0

declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr, ptr, i64, i32)
declare void @llvm.memset.element.unordered.atomic.p0.i64(ptr, i8, i64, i32)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare i64 @llvm.read_register.i64(metadata)
declare i32 @llvm.umax.i32(i32, i32)
declare { i32, i1 } @llvm.usub.with.overflow.i32(i32, i32)
declare void @llvm.clear_cache(ptr, ptr)
declare i32 @llvm.eh.sjlj.setjmp(ptr)
declare void @llvm.va_start.p0(ptr)

define i32 @all(ptr %p, ptr %q, i64 %n, ...) {
  %local = alloca [24 x i8]
  call void @llvm.lifetime.start.p0(i64 24, ptr %local)
  %save = call ptr @llvm.stacksave.p0()
  %t = call ptr @llvm.threadlocal.address.p0(ptr @tls)
  %v = load i32, ptr %t
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %p, ptr %q, i64 16, i1 true)
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 %n, i32 4)
  call void @llvm.memset.element.unordered.atomic.p0.i64(ptr align 4 %p, i8 0, i64 8, i32 4)
  call void @llvm.memset.p0.i32(ptr %p, i8 1, i32 5, i1 false)
  %m = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -16)
  %l = call ptr @llvm.launder.invariant.group.p0(ptr %m)
  %w = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %l, i32 4, <4 x i1> <i1 true, i1 false, i1 true, i1 true>, <4 x i32> zeroinitializer)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %w, ptr %q, i32 4, <4 x i1> <i1 true, i1 false, i1 true, i1 true>)
  %r = call i64 @llvm.read_register.i64(metadata !0)
  %x = call i32 @llvm.umax.i32(i32 %v, i32 3)
  %o = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %x, i32 1)
  %difference = extractvalue { i32, i1 } %o, 0
  %borrow = extractvalue { i32, i1 } %o, 1
  call void @llvm.clear_cache(ptr %p, ptr %q)
  %j = call i32 @llvm.eh.sjlj.setjmp(ptr %p) returns_twice
  call void @llvm.va_start.p0(ptr %local)
  %a = va_arg ptr %local, i32
  call void @llvm.stackrestore.p0(ptr %save)
  %both = select i1 %borrow, i32 %difference, i32 %a
  ret i32 %both
}

!0 = !{!"rsp"}
