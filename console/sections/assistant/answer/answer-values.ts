import type { Format } from '@assay/design-system'
import type { AnswerValue } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { markCode, withoutMarks } from './marked-text.ts'
import { termName } from './term-names.ts'

/** What writes values in the language of the reader. */
export interface AnswerLanguage {
  intl: IntlShape
  format: Format
  /** Name of a signal of a trained score. */
  signalName: (id: string) => string
}

/** What the code of a signal of a trained score begins with. */
const trainedSignal = 'signal:'

/** Days of a period, both included. */
function periodText({ from, to }: { from: string; to: string }, { format }: AnswerLanguage): string {
  if (from === to) return format.date(`${from}T00:00:00Z`, 'UTC')
  return new Intl.DateTimeFormat(format.locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))
}

/** A value as text. Data of the tenant is shown as it is. */
export function valueText(value: AnswerValue, language: AnswerLanguage): string {
  const { intl, format } = language
  switch (value.kind) {
    case 'count':
      return intl.formatNumber(value.value)
    case 'number':
      return format.number(value.value)
    case 'percentage':
      return format.percent(value.value)
    case 'duration':
      return value.value < 1000 ? format.unit(value.value, 'millisecond') : format.duration(value.value)
    case 'money':
      return format.money(value.value, value.currency)
    case 'date':
      return format.date(`${value.value}T00:00:00Z`, 'UTC')
    case 'time':
      return format.dateTime(value.value)
    case 'period':
      return periodText(value, language)
    case 'text':
    case 'code':
      return withoutMarks(value.value)
    case 'term':
      return value.list === 'signal' && value.value.startsWith(trainedSignal)
        ? language.signalName(value.value.slice(trainedSignal.length))
        : termName(intl, value.list, value.value)
  }
}

/** The same in a sentence: ids and fields are marked as code. */
export const markedValue = (value: AnswerValue, language: AnswerLanguage): string =>
  value.kind === 'code' ? markCode(value.value) : valueText(value, language)
