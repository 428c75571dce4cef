import { expect, it } from 'vitest'
import { addRecent } from './recent-environments.ts'

it('the list of recent environments has where somebody goes first, then where they come from, each once', () => {
  expect(addRecent([], 'eu', 'root')).toEqual(['eu', 'root'])
  expect(addRecent(['eu', 'root'], 'us', 'eu')).toEqual(['us', 'eu', 'root'])
  expect(addRecent(['us', 'eu', 'root'], 'root', 'us')).toEqual(['root', 'us', 'eu'])
  expect(addRecent(['us'], 'us', 'us')).toEqual(['us'])
  expect(addRecent(['us'], 'eu', null)).toEqual(['eu', 'us'])
})
it('the list of recent environments keeps eight', () => {
  const many = Array.from({ length: 12 }, (_, index) => String(index)).reduce<string[]>(
    (recent, id) => addRecent(recent, id, null),
    [],
  )
  expect(many).toEqual(['11', '10', '9', '8', '7', '6', '5', '4'])
})
