import { useToast } from '@assay/design-system'
import { uniqueName } from '@assay/risk-service/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { conflictErrorOf, isNameTaken } from '../../api/api-error.ts'

const maxAttempts = 20

/**
 * Makes something under the first free name. A colleague's draft is not in the list, but holds its name: then the next
 * one is tried.
 */
export async function createWithFreeName<Made>(
  base: string,
  usedNames: readonly string[],
  gap: string,
  make: (name: string) => Promise<Made>,
): Promise<Made> {
  const names = [...usedNames]
  for (let attempt = 1; ; attempt++) {
    const name = uniqueName(base, names, gap)
    try {
      return await make(name)
    } catch (error) {
      if (!isNameTaken(error) || attempt > maxAttempts) throw error
      names.push(name)
    }
  }
}

interface NewResourceOptions {
  hrefOf: (id: string) => string
  /** Lists that will name it are out of date. */
  onMade: () => unknown
}

/**
 * Makes a draft and opens it. `what`: what is made, new or a copy of something; until it is there, every try at it goes
 * under the same id.
 */
export function useNewResource({ hrefOf, onMade }: NewResourceOptions): {
  make: (what: string, work: (id: string) => Promise<unknown>) => void
  running: boolean
} {
  const intl = useIntl()
  const { toast } = useToast()
  const navigate = useNavigate()
  const [ids] = useState(() => new Map<string, string>())
  const creation = useMutation({
    mutationFn: async ({ what, work }: { what: string; work: (id: string) => Promise<unknown> }) => {
      const id = ids.get(what) ?? crypto.randomUUID()
      ids.set(what, id)
      // An earlier try made it, and its answer was lost.
      await work(id).catch((error: unknown) => {
        if (conflictErrorOf(error)?.reason !== 'resource.exists') throw error
      })
      ids.delete(what)
      await navigate(hrefOf(id))
    },
    onError: () => toast({ title: intl.formatMessage({ id: 'Authoring.Failed' }), tone: 'danger' }),
    onSettled: () => void onMade(),
  })
  return { make: (what, work) => creation.mutate({ what, work }), running: creation.isPending }
}
