import { uploadEntityNames } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { runTask } from '../check/run-task.ts'
import { sampleFile } from './sample-file.ts'

it.each(uploadEntityNames)(
  'the sample of %s has all columns, is mapped by itself and passes the checks',
  async entity => {
    const { name, text } = sampleFile(entity)
    const file = new Blob([text])
    const opened = await runTask({ kind: 'open', entity, name, file, options: {} }, () => undefined)
    if (opened.kind !== 'open' || opened.opened.head === null) throw new Error('The sample cannot be read.')
    const { head, guess } = opened.opened
    expect(Object.keys(guess)).toHaveLength(head.columns.length)
    const checked = await runTask(
      { kind: 'check', entity, file, head, mapping: guess, formats: {}, now: Date.parse('2026-11-21T12:00:00Z') },
      () => undefined,
    )
    expect(checked).toMatchObject({ kind: 'check', report: { rows: 2, errors: 0, warnings: 0, fails: false } })
  },
)
