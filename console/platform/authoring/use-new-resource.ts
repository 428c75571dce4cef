import { useToast } from '@assay/design-system'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { freeName } from './names.ts'
import { conflictOf, isNameRefusal } from './refusals.ts'

const mostTries = 20

/** Makes something under the first free name. A colleague's draft is not in the list, but holds its name: then the next one is tried. */
export async function underFreeName<Made>(base: string, taken: readonly string[], gap: string, make: (name: string) => Promise<Made>): Promise<Made> {
  const names = [...taken]
  for (let attempt = 1; ; attempt++) {
    const name = freeName(base, names, gap)
    try {
      return await make(name)
    } catch (error) {
      if (!isNameRefusal(error) || attempt > mostTries) throw error
      names.push(name)
    }
  }
}

interface NewResourceOptions {
  hrefOf: (id: string) => string
  /** Lists that will name it are out of date. */
  onMade: () => unknown
  /** What is said when there are as many as there may be. */
  limit: string
}

/** Makes a draft and opens it. */
export function useNewResource({ hrefOf, onMade, limit }: NewResourceOptions): { make: (work: () => Promise<{ id: string }>) => void; running: boolean } {
  const intl = useIntl()
  const { toast } = useToast()
  const navigate = useNavigate()
  const [running, setRunning] = useState(false)
  const run = async (work: () => Promise<{ id: string }>) => {
    setRunning(true)
    try {
      const { id } = await work()
      void onMade()
      await navigate(hrefOf(id))
    } catch (error) {
      toast({ title: conflictOf(error) ? limit : intl.formatMessage({ id: 'Rules.List.Failed' }), tone: 'danger' })
    }
    setRunning(false)
  }
  return { make: work => void run(work), running }
}
