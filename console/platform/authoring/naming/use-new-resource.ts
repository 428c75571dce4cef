import { useToast } from '@assay/design-system'
import { uniqueName } from '@assay/risk-service/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { conflictErrorOf, isNameTaken } from '../../api/api-error.ts'

const maxAttempts = 20

/**
 * Creates a resource under the first free name. The draft of a colleague is not in the list, but its name is taken:
 * then the next name is tried.
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
 * Creates a draft and opens it. `what`: what is created, a new resource or a copy; every attempt uses the same id until
 * one succeeds.
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
