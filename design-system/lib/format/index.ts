import { useIntl } from 'react-intl'
import { createFormat, type Format } from './create-format.ts'

export { createFormat, type DateInput, type Digits, type Format } from './create-format.ts'

/** One for each language and time zone: hundreds of components of a page share them. */
const formats = new Map<string, Format>()

let browserTimeZone: string | undefined

/** The formats of the current language, in the reader's time zone. */
export function useFormat(): Format {
  const { locale, timeZone = (browserTimeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone) } = useIntl()
  const key = `${locale} ${timeZone}`
  let format = formats.get(key)
  if (format === undefined) {
    format = createFormat(locale, timeZone)
    formats.set(key, format)
  }
  return format
}
