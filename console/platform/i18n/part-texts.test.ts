import { describe, expect, it, vi } from 'vitest'
import { createPartTexts } from './part-texts.ts'

function setUp(fails: (language: string, part: string) => boolean = () => false) {
  const fetchPart = vi.fn((language: string, part: string) =>
    fails(language, part)
      ? Promise.reject(new Error(`no ${part}`))
      : Promise.resolve({ [part]: `${part} in ${language}` }),
  )
  const onFailure = vi.fn()
  const onAdded = vi.fn()
  return { texts: createPartTexts({ fetchPart, fallback: 'en-US', onAdded, onFailure }), fetchPart, onFailure, onAdded }
}

describe('texts of parts', () => {
  it('texts of parts come with their part, once, in the language that is spoken', async () => {
    const { texts, fetchPart, onAdded } = setUp()
    const early = texts.loadPart('rules')
    const messages = await texts.load('de-DE')
    texts.activate({ language: 'de-DE', messages })
    await early
    await Promise.all([texts.loadPart('search'), texts.loadPart('search')])
    expect(messages).toEqual({ start: 'start in de-DE', rules: 'rules in de-DE', search: 'search in de-DE' })
    expect(fetchPart).toHaveBeenCalledTimes(3)
    expect(onAdded).toHaveBeenCalledExactlyOnceWith(messages)
  })
  it('a change of language brings those of every part that was wanted, also one that is on its way', async () => {
    const { texts } = setUp()
    texts.activate({ language: 'de-DE', messages: await texts.load('de-DE') })
    await texts.loadPart('rules')
    const coming = texts.load('fr-FR')
    const late = texts.loadPart('search')
    const french = await coming
    texts.activate({ language: 'fr-FR', messages: french })
    await late
    expect(french).toEqual({ start: 'start in fr-FR', rules: 'rules in fr-FR', search: 'search in fr-FR' })
  })
  it('texts of parts that do not come are English, and are told; without English the part does not come, and is tried anew', async () => {
    const french = setUp((language, part) => language === 'fr-FR' && part === 'rules')
    const messages = await french.texts.load('fr-FR')
    french.texts.activate({ language: 'fr-FR', messages })
    await french.texts.loadPart('rules')
    expect(messages).toMatchObject({ rules: 'rules in en-US' })
    expect(french.onFailure).toHaveBeenCalledExactlyOnceWith(expect.any(Error), 'fr-FR')

    let broken = true
    const english = setUp((_language, part) => part === 'rules' && broken)
    const own = await english.texts.load('en-US')
    english.texts.activate({ language: 'en-US', messages: own })
    await expect(english.texts.loadPart('rules')).rejects.toThrow('no rules')
    broken = false
    await english.texts.loadPart('rules')
    expect(own).toMatchObject({ rules: 'rules in en-US' })
  })
})
