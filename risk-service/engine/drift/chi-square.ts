/**
 * Returns the probability that a chi-square variable is at least `x`.
 *
 * The regularised incomplete gamma function Q(k/2, x/2): its series below the mean, its continued fraction above it, NIST
 * *Digital Library of Mathematical Functions* 8.11.4 and 8.9.2. Accurate to about 1e-12 of the value, also far outside.
 *
 * @param degrees of freedom, a whole number of at least 1
 */
export function chiSquareTail(x: number, degrees: number): number {
  if (x <= 0) return 1
  const [a, z] = [degrees / 2, x / 2]
  const scale = Math.exp(a * Math.log(z) - z - logGammaOfHalves(degrees))
  return z < a + 1 ? 1 - scale * series(a, z) : scale * continuedFraction(a, z)
}

/** ln Γ(k/2), from Γ(1/2) = √π or Γ(1) = 1 upwards. */
function logGammaOfHalves(k: number): number {
  let sum = k % 2 === 1 ? Math.log(Math.PI) / 2 : 0
  for (let a = k % 2 === 1 ? 0.5 : 1; a < k / 2; a++) sum += Math.log(a)
  return sum
}

const accuracy = 1e-15
const mostTerms = 1000

function series(a: number, z: number): number {
  let term = 1 / a
  let sum = term
  for (let n = 1; n < mostTerms && term > sum * accuracy; n++) {
    term *= z / (a + n)
    sum += term
  }
  return sum
}

/** W. J. Lentz, *Generating Bessel functions in Mie scattering calculations using continued fractions*, Applied Optics 15 (1976). */
function continuedFraction(a: number, z: number): number {
  let b = z + 1 - a
  let c = Number.MAX_VALUE
  let d = 1 / b
  let value = d
  for (let n = 1; n < mostTerms; n++) {
    const step = -n * (n - a)
    b += 2
    d = 1 / (step * d + b)
    c = b + step / c
    value *= c * d
    if (Math.abs(c * d - 1) < accuracy) break
  }
  return value
}
