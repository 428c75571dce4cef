import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { createFormat, type Format } from './create-format.ts'

export { createFormat, type DateInput, type Digits, type Format } from './create-format.ts'

/** The formats of the current language, in the reader's time zone. */
export function useFormat(): Format {
  const { locale, timeZone } = useIntl()
  return useMemo(
    () => createFormat(locale, timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone),
    [locale, timeZone],
  )
}
