import { expect, it } from 'vitest'
import { timeZoneChoices } from './time-zones.ts'

const winter = new Date('2026-01-15T12:00:00Z')

it('the list of time zones goes from west to east and says how far', () => {
  expect(timeZoneChoices('en-US', winter, ['Asia/Kolkata', 'UTC', 'America/New_York', 'Europe/Berlin'])).toEqual([
    { value: 'America/New_York', label: 'America/New York', description: 'UTC−5 · Eastern Standard Time' },
    { value: 'UTC', label: 'UTC', description: 'UTC · Coordinated Universal Time' },
    { value: 'Europe/Berlin', label: 'Europe/Berlin', description: 'UTC+1 · Central European Standard Time' },
    { value: 'Asia/Kolkata', label: 'Asia/Kolkata', description: 'UTC+5:30 · India Standard Time' },
  ])
})

it('the list of time zones names zones in the language of the user and knows summer time', () => {
  expect(timeZoneChoices('de-DE', new Date('2026-07-15T12:00:00Z'), ['Europe/Berlin'])[0]?.description).toBe(
    'UTC+2 · Mitteleuropäische Sommerzeit',
  )
})

it('the list of time zones offers all of them', () => {
  const values = timeZoneChoices('ar-AE', winter).map(({ value }) => value)
  expect(values.length).toBeGreaterThan(300)
  expect(values).toContain('UTC')
  expect(new Set(values).size).toBe(values.length)
})
