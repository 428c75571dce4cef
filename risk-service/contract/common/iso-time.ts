const isoPattern = /^\d{4}-(\d{2})-(\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/
const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Whether a text is a date and time in ISO 8601 with its offset and without white space: the only valid form of a date
 * string.
 */
export function isIsoTime(text: string): boolean {
  const match = isoPattern.exec(text)
  if (match === null || Number.isNaN(Date.parse(text))) return false
  // Date.parse reads 31 February as 3 March.
  if (Number(match[2]) > (daysOfMonth[Number(match[1]) - 1] ?? 0)) return false
  return match[1] !== '02' || match[2] !== '29' || new Date(`${text.slice(0, 4)}-02-29T00:00:00Z`).getUTCDate() === 29
}

/** Whether a text is a day; clients also send it with a time. */
export function isDate(text: string): boolean {
  if (text.length === 10) return isIsoTime(`${text}T00:00:00Z`)
  return isIsoTime(/(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`)
}
