let logFactorials = new Float64Array(1024)
let filled = 1

/** Returns the natural logarithm of n!, from a table that grows with the largest n asked for. @param n integer, at least 0 */
export function logFactorial(n: number): number {
  if (n >= logFactorials.length) {
    const larger = new Float64Array(Math.max(n + 1, logFactorials.length * 2))
    larger.set(logFactorials)
    logFactorials = larger
  }
  for (; filled <= n; filled++) logFactorials[filled] = (logFactorials[filled - 1] ?? 0) + Math.log(filled)
  return logFactorials[n] ?? 0
}
