import { Icon, Spinner, useFormat } from '@assay/design-system'
import { Check, CircleX } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import type { SaveState } from './autosave.ts'

/** Whether what was typed is safe. */
export function SaveIndicator({ state: { kind }, savedAt }: { state: SaveState; savedAt: string | undefined }) {
  const format = useFormat()
  return (
    <span role="status" className="flex items-center gap-1 text-xs text-fg-muted">
      {kind === 'failed' ? (
        <Icon icon={CircleX} size={12} className="text-danger-text" />
      ) : kind === 'saved' ? (
        <Icon icon={Check} size={12} />
      ) : (
        <Spinner />
      )}
      {kind === 'failed' ? (
        <span className="text-danger-text">
          <FormattedMessage id="Authoring.Save.Failed" />
        </span>
      ) : kind === 'saved' ? (
        savedAt ? (
          <FormattedMessage id="Authoring.Save.Saved" values={{ time: format.time(savedAt, undefined, false) }} />
        ) : null
      ) : (
        <FormattedMessage id="Authoring.Save.Saving" />
      )}
    </span>
  )
}
