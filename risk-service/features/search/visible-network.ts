/** Bits of an address that a masked value still shows. */
const visibleBits = { v4: 24, v6: 64 } as const

/** Whether an address network is no smaller than the part of an IP address that is shown when it is masked. */
export function isVisibleNetwork(network: string): boolean {
  const [address = '', bits] = network.trim().split('/')
  return (
    bits !== undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= visibleBits[address.includes(':') ? 'v6' : 'v4']
  )
}
