import { describe, expect, it } from 'vitest'
import { readTemplateFileHeader } from './template-file-header.ts'

const read = (content: unknown) =>
  readTemplateFileHeader(new Blob([typeof content === 'string' ? content : JSON.stringify(content)]))

describe('a file of a template', () => {
  it('a file of a template says what it is called and of which kind it is', async () => {
    expect(
      await read({ format: 'assay.template', kind: 'environment', name: 'Whole', description: 'All of it' }),
    ).toEqual({ kind: 'environment', name: 'Whole', description: 'All of it' })
    expect(await read({ format: 'assay.template', kind: 'rule', name: 'x'.repeat(90) })).toEqual({
      kind: 'rule',
      name: 'x'.repeat(60),
    })
  })
  it('a file of a template is told from other files', async () => {
    expect(await read('{')).toEqual({ fault: 'json' })
    expect(await read('null')).toEqual({ fault: 'format' })
    expect(await read({ format: 'assay.template', kind: 'queue', name: 'x' })).toEqual({ fault: 'format' })
    expect(await read({ kind: 'rule', name: 'x' })).toEqual({ fault: 'format' })
  })
})
