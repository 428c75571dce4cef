import { describe, expect, it } from 'vitest'
import { foldText } from './fold-text.ts'
import { matchScore, rank } from './match.ts'

describe('foldText', () => {
  it('foldText drops case, accents and marks in every script', () => {
    expect(foldText('Überprüfung')).toBe('uberprufung')
    expect(foldText('Straße')).toBe('strasse')
    expect(foldText('Łódź')).toBe('lodz')
    expect(foldText('مُرَاجَعَة')).toBe(foldText('مراجعه'))
    expect(foldText('أحمد')).toBe(foldText('احمد'))
    expect(foldText('שָׁלוֹם')).toBe(foldText('שלום'))
  })
  it('foldText knows the letters of the language', () => {
    expect(foldText('İSTANBUL', 'tr')).toBe('istanbul')
    expect(foldText('IĞDIR', 'tr')).toBe('igdir')
    expect(foldText('ABC', 'not a tag')).toBe('abc')
  })
})

describe('matchScore', () => {
  it('matchScore prefers beginnings over words over the inside over scattered letters', () => {
    const scores = ['Rules', 'Routing rules', 'Overrules', 'Reach up less'].map(label => matchScore('rules', label))
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(new Set(scores).size).toBe(4)
    expect(scores.at(-1)).toBeGreaterThan(0)
  })
  it('matchScore finds typing without accents and with letters left out', () => {
    expect(matchScore('uberprufung', 'Überprüfung öffnen')).toBeGreaterThan(0.9)
    expect(matchScore('qeue', 'Queues')).toBeGreaterThan(0)
    expect(matchScore('مراجعة', 'بدء المراجعه')).toBeGreaterThan(0)
  })
  it('matchScore wants every word, in any order, keywords included', () => {
    expect(matchScore('queue high', 'High-value queue')).toBeGreaterThan(0)
    expect(matchScore('queue low', 'High-value queue')).toBe(0)
    expect(matchScore('dark', 'Theme', ['dark', 'light'])).toBeGreaterThan(0)
    expect(matchScore('dark', 'Theme')).toBe(0)
  })
  it('matchScore does not take one stray letter for a match, nor letters far apart', () => {
    expect(matchScore('z', 'Queues')).toBe(0)
    expect(matchScore('qz', `q${'x'.repeat(200)}z`)).toBe(0)
  })
  it('matchScore stands odd input', () => {
    expect(matchScore('', 'Anything')).toBe(1)
    expect(matchScore('a', '')).toBe(0)
    expect(matchScore('x'.repeat(10_000), 'y'.repeat(10_000))).toBe(0)
    expect(matchScore('👩‍💻', 'Team 👩‍💻')).toBeGreaterThan(0)
  })
})

it('the palette ranks best first and keeps the order of equals', () => {
  const items = ['Open queue A', 'Queue report', 'Open queue B', 'Rules'].map(label => ({ label }))
  expect(rank(items, 'queue').map(item => item.label)).toEqual(['Queue report', 'Open queue A', 'Open queue B'])
  expect(rank(items, '  ')).toHaveLength(4)
})
