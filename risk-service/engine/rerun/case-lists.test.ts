import { expect, it } from 'vitest'
import { createListReader } from '../../fql/cases/case.ts'
import type { ResourceRead } from '../replay/recorded-readers.ts'
import { createCaseLists } from './case-lists.ts'

const read = (kind: ResourceRead['kind'], resource: string, args: string[], value: unknown): ResourceRead => ({
  kind,
  resource,
  args,
  value,
  key: `${kind}|${resource}|${args.join('|')}`,
})

it('the lists of a case answer what rules read, and nothing else', () => {
  const lists = createCaseLists(
    [
      { name: 'Bins', columns: ['Bin', 'Bank', 'Risk'] },
      { name: 'Empty', columns: ['A'] },
    ],
    [{ name: 'Email' }],
    [
      read('list', 'Bins', ['Bin', '411111'], true),
      read('list', 'Bins', ['Bin', '400000'], false),
      read('lookup', 'Bins', ['bin', '411111', 'Bank'], 'One'),
      read('lookup', 'Bins', ['Bin', '411111', 'risk'], 'high'),
      read('lookup', 'Bins', ['Bin', '422222', 'Bank'], undefined),
      read('support', 'Email', ['a@example.com'], 'Block'),
      read('support', 'Email', ['b@example.com'], undefined),
    ],
  )
  expect(lists).toEqual({
    custom: {
      Bins: { columns: ['Bin', 'Bank', 'Risk'], rows: [['411111', 'One', 'high']] },
      Empty: { columns: ['A'], rows: [] },
    },
    support: { Email: [{ value: 'a@example.com', status: 'Block' }] },
  })
  const reader = createListReader(lists)
  expect([
    reader.containsKey('Bins', 'Bin', '411111'),
    reader.containsKey('Bins', 'Bin', '400000'),
    reader.lookup('Bins', 'Bin', '411111', 'Risk'),
    reader.supportStatus('Email', 'b@example.com', new Date()),
  ]).toEqual([true, false, 'high', undefined])
})
