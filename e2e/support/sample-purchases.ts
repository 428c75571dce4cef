/** The script of the page in which the service runs over sample data. */
export const sampleDataScript = /\/sample-data\.worker-[\w-]+\.js$/

/**
 * That script with a fiftieth of the sample purchases, which are decided one after the other and take most of the time
 * of a visit. `name` is for the error.
 * @throws Error when the script no longer contains their number
 */
export function withFewPurchases(script: string, name: string): string {
  const shortened = script.replace(/\b(sampleEvents\s*=\s*)(?:5e3|5000)\b/, '$1100')
  if (shortened === script) throw new Error(`${name} does not say how many purchases it makes.`)
  return shortened
}
