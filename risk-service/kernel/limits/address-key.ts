/** Returns the key of an address for limits: one client has a whole network of IPv6 addresses, its first 64 bits. */
export function addressKeyOf(address: string | null): string {
  if (address === null) return ''
  const plain = address.replace(/^::ffff:/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - start.length - end.length
  return [...start, ...Array.from({ length: zeros }, () => '0'), ...end].slice(0, 4).join(':')
}
