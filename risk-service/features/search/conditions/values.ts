import { ValidationError } from '../../../kernel/errors/errors.ts'

/** Place of a condition in the input, for errors. */
export type Path = readonly (string | number)[]

/** PostgreSQL text cannot hold U+0000. @throws ValidationError */
export function storableText(value: string, path: Path): string {
  if (value.includes('\u0000'))
    throw new ValidationError([...path], 'The value contains a character that events cannot contain.')
  return value
}

/** @throws ValidationError for anything but a decimal number. */
export function asNumber(value: string | number, path: Path): number {
  const number =
    typeof value === 'number' ? value : /^[+-]?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : Number.NaN
  if (!Number.isFinite(number)) throw new ValidationError([...path], 'This column is compared with a number.')
  return number
}

/** Returns the moment in UTC. @throws ValidationError */
export function asTime(value: string | number, path: Path): string {
  const time = new Date(typeof value === 'number' ? Number.NaN : value)
  // Times of the database end with the year 294276, and a year of five digits is a slip of the keys.
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1 || time.getUTCFullYear() > 9999)
    throw new ValidationError([...path], 'This column is compared with a time such as 2025-03-14T09:26:53Z.')
  return time.toISOString()
}

/** @throws ValidationError for anything but a day such as 2025-03-14. */
export function asDay(value: string | number, path: Path): string {
  const time =
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value || String(value) < '0002')
    throw new ValidationError([...path], 'This column is compared with a day such as 2025-03-14.')
  return String(value)
}

const octet = '(25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const ipv4 = new RegExp(`^${octet}(\\.${octet}){3}$`)

/** Returns a network as `198.51.100.0/24`; a single address is a network of one. @throws ValidationError */
export function asNetwork(value: string, path: Path): string {
  const [address = '', bits, ...more] = value.trim().split('/')
  const most = ipv4.test(address) ? 32 : URL.canParse(`http://[${address}]/`) ? 128 : 0
  const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : most + 1
  if (most === 0 || more.length > 0 || length > most)
    throw new ValidationError([...path], 'A network is written such as 198.51.100.0/24 or 2001:db8::/32.')
  return `${address}/${length}`
}
