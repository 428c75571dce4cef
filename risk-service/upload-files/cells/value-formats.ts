import type { ValueFormat } from '../entities/entities.ts'

/** ISO 3166-1 alpha-2, and XK, which payment networks use for Kosovo. */
export const countries: ReadonlySet<string> = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
    'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO ' +
    'FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE ' +
    'JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO ' +
    'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW ' +
    'PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM ' +
    'TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
  ).split(' '),
)

/** Whether a cell is four numbers up to 255 without leading zeros, separated by points. */
function isIpv4(cell: string): boolean {
  const { length } = cell
  if (length < 7 || length > 15) return false
  let [parts, digits, value] = [1, 0, 0]
  for (let at = 0; at < length; at++) {
    const code = cell.charCodeAt(at) - 48
    if (code >= 0 && code <= 9) {
      if (digits > 0 && value === 0) return false
      value = value * 10 + code
      digits++
      if (value > 255) return false
    } else if (code === -2 && digits > 0) {
      parts++
      digits = 0
      value = 0
    } else return false
  }
  return parts === 4 && digits > 0
}

/** Whether a cell is an IPv6 address, with `::` once at most and perhaps an IPv4 address at its end. */
function isIpv6(cell: string): boolean {
  if (cell.length > 45 || !/^[\da-f:]*(:\d+\.\d+\.\d+\.\d+)?$/i.test(cell)) return false
  const last = cell.slice(cell.lastIndexOf(':') + 1)
  if (last.includes('.') && !isIpv4(last)) return false
  const halves = cell.split('::')
  const groups = halves.map(half => (half === '' ? [] : half.split(':')))
  if (halves.length > 2 || groups.flat().some(group => !group.includes('.') && !/^[\da-f]{1,4}$/i.test(group)))
    return false
  const count = groups.flat().length + (last.includes('.') ? 1 : 0)
  return halves.length === 2 ? count < 8 : count === 8
}

const email =
  /^[^\s@"(),:;<>[\\\]]+@[a-z\d\u0080-\uffff](?:[a-z\d\u0080-\uffff-]*[a-z\d\u0080-\uffff])?(?:\.[a-z\d\u0080-\uffff-]+)+$/i
const phone = /^\+[1-9]\d{0,2}-?\d{4,14}$/
const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
const isCurrency = (cell: string): boolean =>
  cell.length === 3 && isLetter(cell.charCodeAt(0)) && isLetter(cell.charCodeAt(1)) && isLetter(cell.charCodeAt(2))

/** The checks of formats; a language has none. */
export const valueFormats: Record<
  Exclude<ValueFormat, 'language'>,
  { name: string; test: (cell: string) => boolean }
> = {
  country: {
    name: 'country code of two letters',
    test: cell => cell.length === 2 && (countries.has(cell) || countries.has(cell.toUpperCase())),
  },
  currency: { name: 'currency code of three letters', test: isCurrency },
  email: { name: 'email address', test: cell => cell.length <= 320 && email.test(cell) },
  ip: { name: 'IP address', test: cell => isIpv4(cell) || isIpv6(cell) },
  phone: { name: 'phone number such as +1-1234567890', test: cell => phone.test(cell) },
  bin: { name: 'BIN of 6 or 8 digits', test: cell => /^(\d{6}|\d{8})$/.test(cell) },
  last4: { name: 'number of last four digits', test: cell => /^\d{4}$/.test(cell) },
}
