; What compiled code relies on: intrinsics, C functions, memory, arithmetic as in Python, and text of numbers.

@cm_nothing = internal global [2 x i64] zeroinitializer, align 8

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.abs.i64(i64, i1)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.bswap.i64(i64)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare double @llvm.pow.f64(double, double)
declare double @llvm.fabs.f64(double)
declare double @llvm.floor.f64(double)
declare double @llvm.ceil.f64(double)
declare double @llvm.roundeven.f64(double)
declare double @llvm.fma.f64(double, double, double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.exp.f64(double)
declare double @llvm.log.f64(double)
declare double @llvm.log2.f64(double)
declare double @llvm.log10.f64(double)
declare double @llvm.sin.f64(double)
declare double @llvm.cos.f64(double)
declare double @llvm.copysign.f64(double, double)
declare i64 @llvm.fptosi.sat.i64.f64(double)
declare <32 x i16> @llvm.smax.v32i16(<32 x i16>, <32 x i16>)
declare <32 x i16> @llvm.smin.v32i16(<32 x i16>, <32 x i16>)
declare i64 @llvm.vector.reduce.add.v32i64(<32 x i64>)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare ptr @llvm.frameaddress.p0(i32)
declare double @tan(double)
declare double @atan(double)
declare double @asin(double)
declare double @acos(double)
declare double @tanh(double)
declare double @sinh(double)
declare double @cosh(double)
declare double @atan2(double, double)
declare double @hypot(double, double)
declare double @pow(double, double)
declare double @cbrt(double)
declare double @log1p(double)
declare double @expm1(double)
declare double @fmod(double, double)

define internal ptr @cm_alloc(ptr %ctx, i64 %n) #1 {
  %top = load ptr, ptr %ctx
  %new = getelementptr i64, ptr %top, i64 %n
  %endp = getelementptr i64, ptr %ctx, i64 1
  %end = load ptr, ptr %endp
  %over = icmp ugt ptr %new, %end
  %huge = icmp ugt i64 %n, 100000000
  %bad = or i1 %over, %huge
  br i1 %bad, label %no, label %yes, !prof !1
yes:
  store ptr %new, ptr %ctx
  ret ptr %top
no:
  ret ptr null
}

define internal i1 @cm_grow(ptr %ctx, ptr %list, i64 %size) #2 {
  %capp = getelementptr i64, ptr %list, i64 2
  %cap = load i64, ptr %capp
  %double = shl i64 %cap, 1
  %new = call i64 @llvm.smax.i64(i64 %double, i64 8)
  %words = mul i64 %new, %size
  %data = call ptr @cm_alloc(ptr %ctx, i64 %words)
  %ok = icmp ne ptr %data, null
  br i1 %ok, label %yes, label %no
yes:
  %old = load ptr, ptr %list
  %bytes0 = mul i64 %cap, %size
  %bytes = shl i64 %bytes0, 3
  call void @llvm.memcpy.p0.p0.i64(ptr %data, ptr %old, i64 %bytes, i1 false)
  store ptr %data, ptr %list
  store i64 %new, ptr %capp
  ret i1 true
no:
  ret i1 false
}

define internal i64 @cm_check(ptr %at, i64 %count) #0 {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %in ]
  %h = phi i64 [ 7640891576956012809, %entry ], [ %mixed, %in ]
  %more = icmp slt i64 %i, %count
  br i1 %more, label %in, label %out
in:
  %place = getelementptr i64, ptr %at, i64 %i
  %word = load i64, ptr %place
  %with = xor i64 %h, %word
  %times = mul i64 %with, -7046029254386353131
  %high = lshr i64 %times, 29
  %mixed = xor i64 %times, %high
  %next = add i64 %i, 1
  br label %head
out:
  %top = lshr i64 %h, 17
  %found = xor i64 %h, %top
  ret i64 %found
}

define internal i1 @cm_recall(ptr %row, ptr %key, i64 %size, i64 %more) #0 {
entry:
  %written = load i64, ptr %row
  %none = icmp eq i64 %written, 0
  br i1 %none, label %no, label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %same ]
  %go = icmp slt i64 %i, %size
  br i1 %go, label %in, label %answer
in:
  %next = add i64 %i, 1
  %there = getelementptr i64, ptr %row, i64 %next
  %here = getelementptr i64, ptr %key, i64 %i
  %a = load i64, ptr %there
  %b = load i64, ptr %here
  %equal = icmp eq i64 %a, %b
  br i1 %equal, label %same, label %no
same:
  br label %head
answer:
  %first = add i64 %size, 1
  %from = getelementptr i64, ptr %row, i64 %first
  %to = getelementptr i64, ptr %key, i64 %size
  %bytes = shl i64 %more, 3
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  %all = add i64 %size, %more
  %check = call i64 @cm_check(ptr %key, i64 %all)
  %odd = or i64 %check, 1
  %good = icmp eq i64 %odd, %written
  ret i1 %good
no:
  ret i1 false
}

define internal void @cm_keep(ptr %row, ptr %key, i64 %count) #0 {
  %check = call i64 @cm_check(ptr %key, i64 %count)
  %odd = or i64 %check, 1
  %to = getelementptr i64, ptr %row, i64 1
  %bytes = shl i64 %count, 3
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %key, i64 %bytes, i1 false)
  store i64 %odd, ptr %row
  ret void
}

define internal i64 @cm_power(i64 %base, i64 %by) #0 {
entry:
  br label %head
head:
  %b = phi i64 [ %base, %entry ], [ %b2, %next ]
  %e = phi i64 [ %by, %entry ], [ %e2, %next ]
  %r = phi i64 [ 1, %entry ], [ %r2, %next ]
  %go = icmp sgt i64 %e, 0
  br i1 %go, label %next, label %out
next:
  %bit = and i64 %e, 1
  %odd = icmp ne i64 %bit, 0
  %rb = mul i64 %r, %b
  %r2 = select i1 %odd, i64 %rb, i64 %r
  %b2 = mul i64 %b, %b
  %e2 = lshr i64 %e, 1
  br label %head
out:
  ret i64 %r
}

define internal i64 @cm_gcd(i64 %one, i64 %two) #0 {
entry:
  %first = call i64 @llvm.abs.i64(i64 %one, i1 false)
  %second = call i64 @llvm.abs.i64(i64 %two, i1 false)
  br label %head
head:
  %a = phi i64 [ %first, %entry ], [ %b, %next ]
  %b = phi i64 [ %second, %entry ], [ %r, %next ]
  %go = icmp ne i64 %b, 0
  br i1 %go, label %next, label %out
next:
  %r = urem i64 %a, %b
  br label %head
out:
  ret i64 %a
}

define internal double @cm_floatmod(double %a, double %b) #0 {
  %m = call double @fmod(double %a, double %b)
  %zero = fcmp oeq double %m, 0.0
  %bneg = fcmp olt double %b, 0.0
  %mneg = fcmp olt double %m, 0.0
  %differ = xor i1 %bneg, %mneg
  %plus = fadd double %m, %b
  %r = select i1 %differ, double %plus, double %m
  %s = call double @llvm.copysign.f64(double 0.0, double %b)
  %f = select i1 %zero, double %s, double %r
  ret double %f
}

define internal double @cm_floordiv(double %a, double %b) #0 {
  %m = call double @fmod(double %a, double %b)
  %d0 = fsub double %a, %m
  %q0 = fdiv double %d0, %b
  %some = fcmp une double %m, 0.0
  %bneg = fcmp olt double %b, 0.0
  %mneg = fcmp olt double %m, 0.0
  %differ = xor i1 %bneg, %mneg
  %down = and i1 %some, %differ
  %q1 = fsub double %q0, 1.0
  %q = select i1 %down, double %q1, double %q0
  %f = call double @llvm.floor.f64(double %q)
  %r = fsub double %q, %f
  %up = fcmp ogt double %r, 0.5
  %f1 = fadd double %f, 1.0
  %x = select i1 %up, double %f1, double %f
  %ab = fdiv double %a, %b
  %z = call double @llvm.copysign.f64(double 0.0, double %ab)
  %none = fcmp oeq double %q, 0.0
  %y = select i1 %none, double %z, double %x
  ret double %y
}

define internal i64 @cm_digits(ptr %out, i64 %number) #0 {
entry:
  %neg = icmp slt i64 %number, 0
  %abs = call i64 @llvm.abs.i64(i64 %number, i1 false)
  %start = zext i1 %neg to i64
  br label %count
count:
  %n = phi i64 [ %abs, %entry ], [ %q, %count ]
  %k = phi i64 [ 0, %entry ], [ %k1, %count ]
  %q = udiv i64 %n, 10
  %k1 = add i64 %k, 1
  %more = icmp ne i64 %q, 0
  br i1 %more, label %count, label %write
write:
  %size = add i64 %k1, %start
  br label %loop
loop:
  %m = phi i64 [ %abs, %write ], [ %m1, %loop ]
  %i = phi i64 [ %size, %write ], [ %i1, %loop ]
  %i1 = sub i64 %i, 1
  %m1 = udiv i64 %m, 10
  %ten = mul i64 %m1, 10
  %digit = sub i64 %m, %ten
  %sign = add i64 %digit, 48
  %p = getelementptr i64, ptr %out, i64 %i1
  store i64 %sign, ptr %p
  %again = icmp sgt i64 %i1, %start
  br i1 %again, label %loop, label %done
done:
  br i1 %neg, label %minus, label %out1
minus:
  store i64 45, ptr %out
  br label %out1
out1:
  ret i64 %size
}

define internal i64 @cm_binary(ptr %out, i64 %number) #0 {
entry:
  %neg = icmp slt i64 %number, 0
  %abs = call i64 @llvm.abs.i64(i64 %number, i1 false)
  %s0 = zext i1 %neg to i64
  br i1 %neg, label %minus, label %head
minus:
  store i64 45, ptr %out
  br label %head
head:
  %p0 = getelementptr i64, ptr %out, i64 %s0
  store i64 48, ptr %p0
  %p1 = getelementptr i64, ptr %p0, i64 1
  store i64 98, ptr %p1
  %or = or i64 %abs, 1
  %z = call i64 @llvm.ctlz.i64(i64 %or, i1 false)
  %bits = sub i64 64, %z
  %from = add i64 %s0, 2
  br label %loop
loop:
  %i = phi i64 [ 0, %head ], [ %i1, %loop ]
  %i1 = add i64 %i, 1
  %sh = sub i64 %bits, %i1
  %w = lshr i64 %abs, %sh
  %b = and i64 %w, 1
  %sign = add i64 %b, 48
  %at = add i64 %from, %i
  %p = getelementptr i64, ptr %out, i64 %at
  store i64 %sign, ptr %p
  %more = icmp slt i64 %i1, %bits
  br i1 %more, label %loop, label %done
done:
  %size = add i64 %from, %bits
  ret i64 %size
}

define internal i1 @cm_isnumber(ptr %text, i64 %size) #0 {
entry:
  %any = icmp sgt i64 %size, 0
  br i1 %any, label %first, label %no
first:
  %c0 = load i64, ptr %text
  %minus = icmp eq i64 %c0, 45
  %start = zext i1 %minus to i64
  %rest = icmp sgt i64 %size, %start
  br i1 %rest, label %loop, label %no
loop:
  %i = phi i64 [ %start, %first ], [ %i1, %next ]
  %p = getelementptr i64, ptr %text, i64 %i
  %c = load i64, ptr %p
  %d = sub i64 %c, 48
  %ok = icmp ult i64 %d, 10
  br i1 %ok, label %next, label %no
next:
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %size
  br i1 %more, label %loop, label %yes
yes:
  ret i1 true
no:
  ret i1 false
}

define internal i64 @cm_number(ptr %text, i64 %size) #0 {
entry:
  %c0 = load i64, ptr %text
  %minus = icmp eq i64 %c0, 45
  %start = zext i1 %minus to i64
  br label %loop
loop:
  %i = phi i64 [ %start, %entry ], [ %i1, %loop ]
  %n = phi i64 [ 0, %entry ], [ %n1, %loop ]
  %p = getelementptr i64, ptr %text, i64 %i
  %c = load i64, ptr %p
  %d = sub i64 %c, 48
  %ten = mul i64 %n, 10
  %n1 = add i64 %ten, %d
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %size
  br i1 %more, label %loop, label %done
done:
  %neg = sub i64 0, %n1
  %r = select i1 %minus, i64 %neg, i64 %n1
  ret i64 %r
}

attributes #0 = { nounwind }
attributes #1 = { nounwind alwaysinline }
attributes #2 = { nounwind noinline cold }
attributes #3 = { nounwind noinline }
!0 = !{!"branch_weights", i32 2000, i32 1}
!1 = !{!"branch_weights", i32 1, i32 2000}
!2 = !{}
