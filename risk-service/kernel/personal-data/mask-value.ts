import { hiddenPart, type PersonalDataKind } from '../../contract/common/personal-data.ts'

const firstOf = (text: string): string => [...text][0] ?? ''

function maskEmail(text: string): string {
  const at = text.lastIndexOf('@')
  return at < 0 ? `${firstOf(text)}${hiddenPart}` : `${firstOf(text.slice(0, at))}${hiddenPart}${text.slice(at)}`
}

const maskPhone = (text: string): string => {
  const digits = text.replace(/\D/g, '')
  return digits.length <= 4 ? hiddenPart : `${hiddenPart}${digits.slice(-2)}`
}

const initials = (text: string): string =>
  text
    .split(/\s+/)
    .filter(part => part !== '')
    .map(part => `${firstOf(part).toUpperCase()}.`)
    .join(' ')

/** Hides the last byte of an IPv4 address, and the interface of an IPv6 address: its last 64 bits. */
function maskIp(text: string): string {
  const embedded = /(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(text)
  if (embedded) return `${embedded[1] ?? ''}.${hiddenPart}`
  if (!text.includes(':')) return hiddenPart
  const [head = '', tail] = text.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${all.slice(0, 4).join(':')}:${hiddenPart}`
}

const maskInstrument = (text: string): string => {
  const shown = text.replace(/[^\p{L}\p{N}]/gu, '')
  return shown.length <= 8 ? hiddenPart : `${hiddenPart}${shown.slice(-4)}`
}

const masks: Record<PersonalDataKind, (text: string) => string> = {
  email: maskEmail,
  phone: maskPhone,
  name: initials,
  street: () => hiddenPart,
  ip: maskIp,
  instrument: maskInstrument,
  birthDate: () => hiddenPart,
}

/**
 * Returns what is shown of a masked value: `k***@contoso.com`, the last two digits of a phone number, the initials of a
 * name, the network of an IP address, the last four characters of an instrument, nothing of streets and dates of birth.
 * @param hidden nothing of the value may be shown
 */
export function maskValue(kind: PersonalDataKind, text: string, hidden = false): string {
  const value = text.trim()
  return value === '' ? text : hidden ? hiddenPart : masks[kind](value)
}
