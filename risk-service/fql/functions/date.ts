import {
  addMonths,
  checkDate,
  dateText,
  dayName,
  daysInMonth,
  formatDate,
  isLeapYear,
  minDate,
  parseDate,
  spanText,
  startOfDay,
} from '../runtime/dates.ts'
import { fail } from '../runtime/evaluation-error.ts'
import type { Scope } from '../types/scope-types.ts'
import { type FunctionEntry, type Param, requiredParam, type ValueType } from './function-entry.ts'

const day = 86_400_000
const units: readonly [string, number][] = [
  ['Days', day],
  ['Hours', 3_600_000],
  ['Minutes', 60_000],
  ['Seconds', 1000],
  ['Milliseconds', 1],
]
const dateField = (name: string, read: (date: Date) => number): FunctionEntry => ({
  name,
  receiver: 'DateTime',
  property: true,
  params: [],
  result: 'Int',
  description: 'Part of the date (UTC).',
  run: (value: number) => read(new Date(value)),
})
const dateMember = (
  name: string,
  params: readonly Param[],
  result: ValueType,
  description: string,
  run: (...args: never[]) => unknown,
): FunctionEntry => ({ name, receiver: 'DateTime', params, result, description, needs: 'at', run })
const nowProperty = (name: string, run: (scope: Scope) => number, description: string): FunctionEntry => ({
  name,
  namespace: 'DateTime',
  property: true,
  params: [],
  result: 'DateTime',
  description,
  needs: 'scope',
  run,
})
const checkSpan = (at: number, value: number): number =>
  Number.isFinite(value) && Math.abs(value) < 1e15 ? Math.trunc(value) + 0 : fail('FQL4002', at)

export const dateFunctions: readonly FunctionEntry[] = [
  nowProperty('UtcNow', scope => scope.now.getTime(), 'The time of the evaluation.'),
  nowProperty('Now', scope => scope.now.getTime(), 'The time of the evaluation (UTC).'),
  nowProperty('Today', scope => startOfDay(scope.now.getTime()), 'Today at midnight (UTC).'),
  {
    name: 'MinValue',
    namespace: 'DateTime',
    property: true,
    params: [],
    result: 'DateTime',
    description: 'The first day of year 1.',
    run: () => minDate,
  },
  {
    name: 'Parse',
    namespace: 'DateTime',
    params: [requiredParam('text', 'String')],
    result: 'DateTime',
    description: 'Reads a date.',
    needs: 'at',
    run: (at: number, text: string) => (text.trim() === '' ? minDate : (parseDate(text) ?? fail('FQL4003', at))),
  },
  {
    name: 'DaysInMonth',
    namespace: 'DateTime',
    params: [requiredParam('year', 'Int'), requiredParam('month', 'Int')],
    result: 'Int',
    description: 'Number of days of a month.',
    needs: 'at',
    run: (at: number, year: number, month: number) =>
      year < 1 || year > 9999 || month < 1 || month > 12 ? fail('FQL4004', at) : daysInMonth(year, month),
  },
  {
    name: 'IsLeapYear',
    namespace: 'DateTime',
    params: [requiredParam('year', 'Int')],
    result: 'Bool',
    description: 'Whether a year has 366 days.',
    needs: 'at',
    run: (at: number, year: number) => (year < 1 || year > 9999 ? fail('FQL4004', at) : isLeapYear(year)),
  },
  dateField('Year', d => d.getUTCFullYear()),
  dateField('Month', d => d.getUTCMonth() + 1),
  dateField('Day', d => d.getUTCDate()),
  dateField('Hour', d => d.getUTCHours()),
  dateField('Minute', d => d.getUTCMinutes()),
  dateField('Second', d => d.getUTCSeconds()),
  dateField('Millisecond', d => d.getUTCMilliseconds()),
  dateField('DayOfYear', d => {
    const first = new Date(d)
    first.setUTCMonth(0, 1)
    return Math.floor((startOfDay(d.getTime()) - startOfDay(first.getTime())) / day) + 1
  }),
  {
    name: 'DayOfWeek',
    receiver: 'DateTime',
    property: true,
    params: [],
    result: 'String',
    description: 'English name of the day.',
    run: dayName,
  },
  {
    name: 'Date',
    receiver: 'DateTime',
    property: true,
    params: [],
    result: 'DateTime',
    description: 'The same day at midnight.',
    run: startOfDay,
  },
  {
    name: 'TimeOfDay',
    receiver: 'DateTime',
    property: true,
    params: [],
    result: 'TimeSpan',
    description: 'Time since midnight.',
    run: (value: number) => value - startOfDay(value),
  },
  dateMember(
    'AddYears',
    [requiredParam('years', 'Int')],
    'DateTime',
    'Adds years; the day is clipped to the month.',
    (at: number, value: number, years: number) => addMonths(value, years * 12, at),
  ),
  dateMember(
    'AddMonths',
    [requiredParam('months', 'Int')],
    'DateTime',
    'Adds months; the day is clipped to the month.',
    (at: number, value: number, months: number) => addMonths(value, months, at),
  ),
  ...units.map(([name, size]) =>
    dateMember(
      `Add${name}`,
      [requiredParam('count', 'Double')],
      'DateTime',
      `Adds ${name.toLowerCase()}.`,
      (at: number, value: number, count: number) => checkDate(value + count * size, at),
    ),
  ),
  dateMember(
    'Add',
    [requiredParam('span', 'TimeSpan')],
    'DateTime',
    'Adds a time span.',
    (at: number, value: number, by: number) => checkDate(value + by, at),
  ),
  dateMember(
    'Subtract',
    [requiredParam('date', 'DateTime')],
    'TimeSpan',
    'Time between two dates.',
    (_at: number, value: number, other: number) => value - other,
  ),
  dateMember(
    'Subtract',
    [requiredParam('span', 'TimeSpan')],
    'DateTime',
    'Subtracts a time span.',
    (at: number, value: number, by: number) => checkDate(value - by, at),
  ),
  dateMember(
    'CompareTo',
    [requiredParam('date', 'DateTime')],
    'Int',
    '-1, 0 or 1.',
    (_at: number, a: number, b: number) => Math.sign(a - b) + 0,
  ),
  dateMember('ToString', [], 'String', 'ISO 8601 text.', (_at: number, value: number) => dateText(value)),
  dateMember(
    'ToString',
    [requiredParam('format', 'String')],
    'String',
    'Text in a format such as yyyy-MM-dd.',
    (_at: number, value: number, format: string) => formatDate(value, format),
  ),
  {
    name: 'DaysSince',
    params: [requiredParam('date', 'DateTime')],
    result: 'Int',
    description: 'Whole days from the date to now.',
    needs: 'scope',
    run: (scope: Scope, _at: number, value: number) => Math.trunc((scope.now.getTime() - value) / day) + 0,
  },
  ...units.map(
    ([name, size]): FunctionEntry => ({
      name: `From${name}`,
      namespace: 'TimeSpan',
      params: [requiredParam('count', 'Double')],
      result: 'TimeSpan',
      description: `A span of ${name.toLowerCase()}.`,
      needs: 'at',
      run: (at: number, count: number) => checkSpan(at, count * size),
    }),
  ),
  ...units.map(
    ([name, size], index): FunctionEntry => ({
      name,
      receiver: 'TimeSpan',
      property: true,
      params: [],
      result: 'Int',
      description: `${name} part of the span.`,
      run: (value: number) =>
        Math.trunc(index === 0 ? value / size : (value % (units[index - 1]?.[1] ?? 1)) / size) + 0,
    }),
  ),
  ...units.map(
    ([name, size]): FunctionEntry => ({
      name: `Total${name}`,
      receiver: 'TimeSpan',
      property: true,
      params: [],
      result: 'Double',
      description: `The whole span in ${name.toLowerCase()}.`,
      run: (value: number) => value / size,
    }),
  ),
  {
    name: 'ToString',
    receiver: 'TimeSpan',
    params: [],
    result: 'String',
    description: 'Text such as 1.06:00:00.',
    run: spanText,
  },
]
