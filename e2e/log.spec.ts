import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { dataDirectory, notedSecrets } from './support/traces.ts'

test('the log of the service holds nothing personal and no token', () => {
  const values = notedSecrets()
  expect(values.length, 'values noted by the journeys before').toBeGreaterThan(0)
  for (const name of ['assay.log', 'postgres.log']) {
    const file = path.join(dataDirectory(), name)
    if (name === 'assay.log') expect(existsSync(file), `${name} exists`).toBe(true)
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    expect(values.filter(value => text.includes(value)), `personal values in ${name}`).toEqual([])
    expect(text.match(/eyJ[\w-]{8,}\.[\w-]{8,}/g) ?? [], `tokens in ${name}`).toEqual([])
    expect(text.match(/Bearer \S+/gi) ?? [], `authorization headers in ${name}`).toEqual([])
  }
})
