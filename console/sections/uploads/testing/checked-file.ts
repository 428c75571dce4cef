import { fireEvent } from '@testing-library/react'
import { createElement, type FunctionComponent } from 'react'
import { vi } from 'vitest'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { detail, notStarted } from './upload-samples.ts'

type Area = 'purchaseprotection' | 'lossprevention'
const areas: Readonly<Record<string, Area>> = { PaymentMethod: 'lossprevention' }

interface CheckedFile {
  name?: string
  /** The size that the file claims. */
  size?: number
  /** Answers of procedures beside those that a check needs. */
  answers?: Parameters<typeof stubConsoleApi>[0]
}

/** Opens the page of an entity and chooses a file there, which the page checks as it does in a browser. */
export async function checkFile(
  page: FunctionComponent<{ area: Area }>,
  entity: string,
  content: string | Uint8Array<ArrayBuffer>,
  { name = `${entity}.csv`, size, answers = {} }: CheckedFile = {},
): Promise<RecordedCall[]> {
  const calls = stubConsoleApi({
    'uploads.list': () => ({ dataTypes: [{ dataType: entity, entities: [{ ...notStarted, entity }] }] }),
    'uploads.get': () => ({ ...detail, entity }),
    'uploads.runs': () => ({ runs: [], nextCursor: null }),
    ...answers,
  })
  renderFailingPage(
    createElement(page, { area: areas[entity] ?? 'purchaseprotection' }),
    `${pageAddress}&entity=${entity}`,
  )
  const file = new File([content], name)
  if (size !== undefined) Object.defineProperty(file, 'size', { value: size })
  const input = await vi.waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]')
    if (found === null) throw new Error('There is no field for a file.')
    return found
  })
  fireEvent.change(input, { target: { files: [file] } })
  return calls
}
