const ipV4Octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const ipV4Pattern = new RegExp(`^${ipV4Octet}(?:\\.${ipV4Octet}){3}$`)
const ipV6GroupPattern = /^[0-9a-f]{1,4}$/i
const ipV6ZonePattern = /%[\w.-]{1,32}$/

/**
 * Returns whether a text is an IPv4 or IPv6 address (RFC 4291 2.2, zone of RFC 4007 11); blanks around it are no reason
 * to refuse a purchase.
 */
export function isIpAddress(text: string): boolean {
  const address = text.trim()
  if (!address.includes(':')) return ipV4Pattern.test(address)
  let body = address.replace(ipV6ZonePattern, '')
  // An IPv4 address at the end represents the last two groups.
  const tail = body.slice(body.lastIndexOf(':') + 1)
  if (tail.includes('.')) {
    if (!ipV4Pattern.test(tail)) return false
    body = `${body.slice(0, -tail.length)}0:0`
  }
  const halves = body.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap(half => (half === '' ? [] : half.split(':')))
  if (!groups.every(each => ipV6GroupPattern.test(each))) return false
  return halves.length === 2 ? groups.length < 8 : groups.length === 8
}

/** Returns the network of an address as a search takes it: 24 bits of version 4, 48 of version 6; null for other texts. */
export function networkOf(address: string): string | null {
  if (!isIpAddress(address)) return null
  if (!address.includes(':')) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  const [head = ''] = address.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const first = [0, 1, 2].map(index => Number.parseInt(groups[index] ?? '0', 16).toString(16))
  return `${first.join(':')}::/48`
}
