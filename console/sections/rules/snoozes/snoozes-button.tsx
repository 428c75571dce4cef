import { Button, Icon, lazyPart } from '@assay/design-system'
import { BellOff } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'

const SnoozesDialog = lazyPart(() => import('./snoozes-dialog.tsx').then(module => ({ default: module.SnoozesDialog })))

interface SnoozesButtonProps {
  environmentId: string
  /** The caller may end them. */
  write: boolean
}

/** Opens the list of the snoozes of an environment. */
export function SnoozesButton(props: SnoozesButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        <Icon icon={BellOff} />
        <FormattedMessage id="Rules.Snoozes" />
      </Button>
      {open ? (
        <Suspense>
          <SnoozesDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
