import { Button, Icon, lazyPart, useFormat } from '@assay/design-system'
import type { RevealSubject } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { revealedKey } from './revealed.ts'
import { useMaskedKinds } from './use-masked-kinds.ts'

const RevealDialog = lazyPart(() => import('./reveal-dialog.tsx').then(module => ({ default: module.RevealDialog })))

interface RevealButtonProps {
  environmentId: string
  /** The events of the page, or its account. */
  subjects: readonly RevealSubject[]
}

/** Shows the masked values of a page after a reason was entered; nothing for who sees every value. */
export function RevealButton({ environmentId, subjects }: RevealButtonProps) {
  const format = useFormat()
  const kinds = useMaskedKinds(environmentId)
  const [open, setOpen] = useState(false)
  const { data: until } = useQuery({
    queryKey: revealedKey(environmentId, subjects),
    queryFn: () => null as string | null,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: kinds.length > 0,
  })
  if (kinds.length === 0 || subjects.length === 0) return null
  return (
    <>
      {until ? (
        <span role="status" className="whitespace-nowrap text-xs text-fg-muted">
          <FormattedMessage id="PersonalData.Until" values={{ time: format.time(until) }} />
        </span>
      ) : (
        <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
          <Icon icon={Eye} />
          <FormattedMessage id="PersonalData.Reveal" />
        </Button>
      )}
      {open ? (
        <Suspense fallback={null}>
          <RevealDialog
            environmentId={environmentId}
            subjects={subjects}
            kinds={kinds}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
