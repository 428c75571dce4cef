import { useToast } from '@assay/design-system'
import { useIntl } from 'react-intl'
import { UndoMessage } from './undo-message.tsx'

interface UndoOffer {
  /** The decision and what it was about, as done. */
  message: string
  /** Not everything that was asked for is done. */
  partial?: boolean
  /** Until when it can be taken back, by the clock of the service; null: it cannot. */
  until: string | null
  onUndo: () => void
}

/** Says what was decided, and offers to take it back while that is possible. */
export function useUndoOffer(): (offer: UndoOffer) => void {
  const intl = useIntl()
  const { toast } = useToast()
  return ({ message, partial = false, until, onUndo }) => {
    const tone = partial ? { tone: 'warning' as const } : {}
    if (until === null) {
      toast({ title: message, ...tone })
      return
    }
    let remove = () => undefined as void
    const takeBack = () => {
      remove()
      onUndo()
    }
    remove = toast({
      title: <UndoMessage message={message} until={until} onUndo={takeBack} onEnd={() => remove()} />,
      action: { label: intl.formatMessage({ id: 'Common.Undo' }), onAction: takeBack },
      ...tone,
    })
  }
}
