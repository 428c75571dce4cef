import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { featureTables } from './feature-table.ts'

it('documents every signal as it is in the code (npm run score -- features prints the tables)', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../../docs/scoring.md'), 'utf8')
  const { risk, bot } = featureTables()
  expect(text).toContain(risk)
  expect(text).toContain(bot)
})
