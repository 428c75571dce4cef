import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { dataDirectories, readSensitiveValues } from '../support/sensitive-values.ts'

test('the logs of the services hold nothing personal and no token', () => {
  const values = readSensitiveValues()
  expect(values.length, 'values noted by the journeys before').toBeGreaterThan(0)
  for (const [folder, name] of dataDirectories().flatMap(each =>
    ['assay.log', 'postgres.log'].map(log => [each, log] as const),
  )) {
    const file = path.join(folder, name)
    if (name === 'assay.log') expect(existsSync(file), `${file} exists`).toBe(true)
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    expect(
      values.filter(value => text.includes(value)),
      `personal values in ${name}`,
    ).toEqual([])
    expect(text.match(/eyJ[\w-]{8,}\.[\w-]{8,}/g) ?? [], `tokens in ${name}`).toEqual([])
    expect(text.match(/Bearer \S+/gi) ?? [], `authorization headers in ${name}`).toEqual([])
  }
})
