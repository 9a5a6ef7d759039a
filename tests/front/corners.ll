; Shapes that clang rarely or never emits but a module may have.
target datalayout = "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux-gnu"

%opaque = type opaque
%empty = type {}
%mixed = type { i8, <vscale x 4 x i32> }

@outside = external global %opaque
@array = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@inside = alias i32, getelementptr ([4 x i32], ptr @array, i64 0, i64 2)
@whole = alias [4 x i32], ptr @array
@"odd name" = global i33 5
@relative = global i32 trunc (i64 sub (i64 ptrtoint (ptr @target to i64), i64 ptrtoint (ptr @array to i64)) to i32)
@hole = global { i8, [3 x i8], ptr } { i8 1, [3 x i8] undef, ptr poison }
@in_space = addrspace(3) global i32 0
@vector = global <2 x ptr> <ptr @array, ptr @target>

declare void @target()
declare token @llvm.experimental.convergence.entry()

; A block that stands before the one that dominates it, and a value used early.
define i32 @order(i32 %n) {
entry:
  br label %second

first:
  %late = add i32 %early, 1
  br label %third

second:
  %early = mul i32 %n, 2
  br label %first

third:
  ret i32 %late
}

; Code that is never reached may refer to itself.
define i32 @unreached(i32 %n) {
  ret i32 %n

self:
  %a = add i32 %b, 1
  %b = freeze i32 %b
  br label %self
}

define ptr @merged(i1 %c, ptr %p) {
entry:
  br i1 %c, label %left, label %right

left:
  br label %join

right:
  br label %join

join:
  %m = phi ptr [ getelementptr ([4 x i32], ptr @array, i64 0, i64 1), %left ], [ %p, %right ]
  %d = phi i64 [ sub (i64 ptrtoint (ptr @target to i64), i64 ptrtoint (ptr @array to i64)), %left ], [ 0, %right ]
  %s = select i1 %c, ptr @inside, ptr %m
  ret ptr %s
}

define i64 @difference() {
  ret i64 sub (i64 ptrtoint (ptr @target to i64), i64 ptrtoint (ptr @outside to i64))
}

define %empty @nothing(ptr %p) {
  %e = load %empty, ptr %p
  store %empty %e, ptr %p
  %f = call %empty @nothing(ptr %p)
  ret %empty %f
}

define void @scalable(ptr %p, <vscale x 4 x i32> %v) {
  %local = alloca <vscale x 4 x i32>
  store <vscale x 4 x i32> %v, ptr %local
  %q = getelementptr <vscale x 4 x i32>, ptr %p, i64 1
  %w = load <vscale x 4 x i32>, ptr %q
  %sum = add <vscale x 4 x i32> %v, %w
  store <vscale x 4 x i32> %sum, ptr %p
  ret void
}

define void @odd_types(ptr %p, i128 %wide) {
  %a = load i33, ptr @"odd name"
  %b = load i1, ptr %p
  store i128 1267650600228229401496703205376, ptr %p
  store i128 %wide, ptr %p
  %c = addrspacecast ptr addrspace(3) @in_space to ptr
  store half 0xH3C00, ptr %c
  store i24 -1, ptr %p
  ret void
}

define void @geps(ptr %p, i64 %i, <2 x i64> %v) {
  %ptrs = getelementptr i32, ptr %p, <2 x i64> %v
  %a = getelementptr %empty, ptr %p, i64 %i
  store i8 1, ptr %a
  %b = getelementptr { i32, [8 x { i8, i64 }] }, ptr %p, i64 %i, i32 1, i64 3, i32 1
  store i8 2, ptr %b
  %c = getelementptr i8, ptr %p, i64 -8
  %d = getelementptr i8, ptr %c, i64 8
  store i8 3, ptr %d
  ret void
}

define void @trapped(i1 %c) {
entry:
  br i1 %c, label %yes, label %no

yes:
  call void @llvm.trap()
  br label %no

no:
  call void @llvm.trap()
  unreachable
}

define i32 @mistyped(ptr %f) {
  %r = call i32 (ptr, ...) @target(ptr %f, i32 3)
  %s = call i32 inttoptr (i64 4096 to ptr)(i32 %r)
  %t = call i32 %f(i32 %s)
  ret i32 %t
}

declare void @llvm.trap()

define i32 @wide_switch(i128 %n) {
entry:
  switch i128 %n, label %other [
    i128 1, label %one
    i128 1267650600228229401496703205376, label %huge
  ]

one:
  ret i32 1

huge:
  ret i32 2

other:
  ret i32 0
}
