/** Definitions of lists that the service and the console share. */

export const listLimits = {
  /** Bytes of a file, exclusive. */
  fileSize: 20 * 1024 * 1024,
  columns: 100,
  /** Of a list whose rows are in a database. */
  sourceColumns: 100,
  header: 100,
  rows: 2_000_000,
  /** Lists of an environment. */
  lists: 200,
  /** Bytes of all current files of an environment. */
  environmentSize: 400 * 1024 * 1024,
  /** Versions of a list whose file is stored. */
  versions: 20,
  name: 60,
  description: 500,
  /** Rows of a preview. */
  preview: 20,
  /** Entries of one support list. */
  entries: 200_000,
  /** Characters of a value. */
  value: 256,
  /** Values of one change. */
  values: 1000,
  reason: 200,
  comments: 1000,
  /** Changes of the values of a transaction. */
  history: 200,
  /** Faults of a file that are reported. */
  problems: 100,
} as const

/** Built-in support lists: the name that rules write, and the kind of their values. */
export const supportLists = {
  email: { name: 'Email Support List', entity: 'email' },
  payment: { name: 'Payment Support List', entity: 'paymentInstrument' },
  ip: { name: 'IP Support List', entity: 'ipAddress' },
  user: { name: 'User Support List', entity: 'user' },
  device: { name: 'Device Support List', entity: 'device' },
} as const
export type SupportListId = keyof typeof supportLists
export const supportListIds = Object.keys(supportLists) as SupportListId[]

export const supportStatuses = ['Safe', 'Block', 'Watch'] as const

/** Columns of an exported support list; an import requires the first two and reads the next three. */
export const supportColumns = [
  'Value',
  'Status',
  'Reason',
  'Expiration date',
  'Comments',
  'Updated by',
  'Updated at',
] as const

/** Returns the form in which keys of lists are compared: without letter case and outer blanks. */
export const listKey = (text: string): string => text.trim().toLowerCase()

/**
 * Returns the same for a support list, in which an address has one spelling, whatever the notation of the system that
 * sent it.
 */
export function supportKey(list: SupportListId, text: string): string {
  const key = listKey(text)
  return list === 'ip' && key.includes(':') ? addressKey(key) : key
}

/**
 * Returns an IPv6 address in its shortest form, without a zone; an embedded IPv4 address as IPv4. Other text is
 * returned unchanged.
 */
function addressKey(text: string): string {
  const address = text.replace(/%[\w.-]*$/, '')
  if (!/^[\da-f:.]+$/.test(address) || !URL.canParse(`http://[${address}]`)) return text
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const inside = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(shortest)
  if (!inside) return shortest
  return inside
    .slice(1)
    .map(group => parseInt(group, 16))
    .flatMap(group => [group >> 8, group & 255])
    .join('.')
}
