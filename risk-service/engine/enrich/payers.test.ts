import { expect, test } from 'vitest'
import { normalisePayer, payersOf } from './payers.ts'

test('names of a card equal those of a person without accents and in any order', () => {
  const name = normalisePayer('José García-Núñez')
  for (const onCard of ['JOSE GARCIA NUNEZ', 'garcia nunez, jose', '  José   García Núñez ', 'Núñez García José'])
    expect(normalisePayer(onCard), onCard).toBe(name)
  expect(normalisePayer('Jose Garcia')).not.toBe(name)
  expect(normalisePayer('Ada@Contoso.example ')).toBe('ada@contoso.example')
  expect(normalisePayer('山田 太郎')).toBe(normalisePayer('太郎 山田'))
})

test('each payer is listed once, and what is not text is none', () => {
  expect(
    payersOf([
      { holderName: 'Ada Lovelace', email: 'ada@contoso.example' },
      { holderName: 'LOVELACE ADA', email: 7 },
      { holderName: ' - ' },
    ]),
  ).toEqual(['ada lovelace', 'ada@contoso.example'])
  const [long = ''] = payersOf([{ holderName: `a${'𠮷'.repeat(128)}` }])
  expect(long.isWellFormed()).toBe(true)
})
