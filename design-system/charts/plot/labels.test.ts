import { expect, it } from 'vitest'
import { fitText, freeStretch, labelsFollowLines, spreadLabels } from './labels.ts'

it('the placement of labels moves labels apart and keeps their order', () => {
  expect(spreadLabels([50, 52, 10], 14, 0, 100)).toEqual([50, 64, 10])
  expect(spreadLabels([98, 99], 14, 0, 100)).toEqual([86, 100])
  expect(spreadLabels([], 14, 0, 100)).toEqual([])
})

it('the placement of labels cuts between graphemes', () => {
  expect(fitText('Short', 100)).toBe('Short')
  expect(fitText('Card testing, 2:10 to 4:40 AM', 62)).toBe('Card test…')
  expect(fitText('👩‍👩‍👧‍👦'.repeat(40), 31)).toBe(`${'👩‍👩‍👧‍👦'.repeat(4)}…`)
  expect(fitText('x'.repeat(10_000), 0)).toBe('x…')
})

it('the placement of labels puts a label before its line where the next line or label is too near', () => {
  expect(labelsFollowLines([100, 300], [80, 80], 500)).toEqual([true, true])
  expect(labelsFollowLines([100, 160], [80, 80], 500)).toEqual([false, true])
  expect(labelsFollowLines([440], [80], 500)).toEqual([false])
  // The second label is before its line, because the first would need the space after its own.
  expect(labelsFollowLines([300, 440], [80, 80], 500)).toEqual([false, false])
  expect(labelsFollowLines([], [], 500)).toEqual([])
})

it('the placement of labels puts a label beside a line that would cross it out', () => {
  expect(freeStretch([100, 400], [], 80, 'low')).toEqual([100, 400])
  expect(freeStretch([100, 400], [150, 600], 80, 'low')).toEqual([150, 400])
  expect(freeStretch([100, 400], [150, 390], 80, 'high')).toEqual([150, 390])
  expect(freeStretch([100, 400], [300], 80, 'high')).toEqual([300, 400])
  // It fits nowhere: the longest stretch cuts the least off.
  expect(freeStretch([100, 200], [130, 190], 80, 'low')).toEqual([130, 190])
})
