import { describe, expect, it } from 'vitest'
import { markCode, markStrong, runsOf, withoutMarks } from './marked-text.ts'

describe('a marked text', () => {
  it('is divided into its parts', () => {
    expect(runsOf(`Clause ${markStrong('New account')} read ${markCode('@"user.email"')}.`)).toEqual([
      { kind: 'text', text: 'Clause ' },
      { kind: 'strong', text: 'New account' },
      { kind: 'text', text: ' read ' },
      { kind: 'code', text: '@"user.email"' },
      { kind: 'text', text: '.' },
    ])
    expect(runsOf('')).toEqual([])
  })
  it('takes data as it is: marks of a chat and of its own mean nothing in it', () => {
    const name = '**x** [1] `y` \uE001\uE002'
    expect(runsOf(markStrong(withoutMarks(name)))).toEqual([{ kind: 'strong', text: '**x** [1] `y` ' }])
    expect(runsOf(markCode(name))).toEqual([{ kind: 'code', text: '**x** [1] `y` ' }])
  })
})
