import { describe, expect, it } from 'vitest'
import { resumeStep, stepStates } from './wizard-state.ts'

const ids = ['a', 'b', 'c', 'd']
const progress = (done: string[], invalid: string[] = [], nonLinear = false) => ({
  ids,
  done: new Set(done),
  invalid: new Set(invalid),
  nonLinear,
})
const states = (...args: Parameters<typeof progress>) => [...stepStates(progress(...args)).values()]

describe('statesOf', () => {
  it('statesOf opens one step after the other', () => {
    expect(states([])).toEqual(['todo', 'locked', 'locked', 'locked'])
    expect(states(['a', 'b'])).toEqual(['done', 'done', 'todo', 'locked'])
  })
  it('statesOf locks what follows a step with problems', () => {
    expect(states(['a', 'b', 'c'], ['b'])).toEqual(['done', 'error', 'locked', 'locked'])
  })
  it('statesOf locks nothing in a non-linear wizard', () => {
    expect(states(['c'], ['a'], true)).toEqual(['error', 'todo', 'done', 'todo'])
  })
})

describe('resumeAt', () => {
  it('resumeAt goes to the step asked for when it is open', () => {
    expect(resumeStep(progress(['a', 'b']), 'b')).toBe('b')
    expect(resumeStep(progress(['a', 'b']), 'c')).toBe('c')
  })
  it('resumeAt goes else to the first step that is not done', () => {
    expect(resumeStep(progress(['a']), 'd')).toBe('b')
    expect(resumeStep(progress(['a']), 'gone')).toBe('b')
    expect(resumeStep(progress([]), undefined)).toBe('a')
    expect(resumeStep(progress(ids), undefined)).toBe('d')
    expect(resumeStep({ ...progress([]), ids: [] }, 'a')).toBeUndefined()
  })
})
