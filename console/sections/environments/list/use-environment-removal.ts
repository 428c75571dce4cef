import type { Environment } from '@assay/risk-service/contract'
import { useState } from 'react'
import { useEnvironments } from '../../../platform/environments/environments.tsx'
import { useFavourites } from '../../../platform/environments/favourites.ts'
import { environmentAfterRemoval } from '../../../platform/environments/select-environment.ts'

interface EnvironmentRemoval {
  /** The one that the question is about. */
  environment: Environment | null
  open: (environment: Environment) => void
  close: () => void
  /** Switches the console to another environment when the deleted one was the current one. */
  finish: (removed: Environment) => void
}

/** The removal of an environment, from its question on. */
export function useEnvironmentRemoval(): EnvironmentRemoval {
  const { environments, environment: used, choose, refresh } = useEnvironments()
  const { favourites } = useFavourites()
  const [environment, setEnvironment] = useState<Environment | null>(null)
  // The current environment when the dialog opened: a live event about the deletion may precede the answer.
  const [usedBefore, setUsedBefore] = useState<string | null>(null)
  return {
    environment,
    open: removed => {
      setUsedBefore(used?.id ?? null)
      setEnvironment(removed)
    },
    close: () => setEnvironment(null),
    finish: removed => {
      const next = removed.id === usedBefore ? environmentAfterRemoval(environments, removed, favourites) : null
      if (next) choose(next.id)
      void refresh()
    },
  }
}
