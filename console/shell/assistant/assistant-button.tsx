import { IconButton } from '@assay/design-system'
import { Sparkles } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useHotkeys } from '../../platform/hotkeys/index.ts'
import { section } from '../../platform/sections/section-loaders.ts'
import { closeAssistant, openAssistant, useAssistantState } from './assistant-state.ts'
import { useAssistant } from './use-assistant.ts'

/** Id of the button, to which the focus returns. */
export const assistantButtonId = 'assistant-button'

const preload = () => void section('Copilot').catch(() => undefined)

/** Opens and closes the assistant; nothing where the user has none. */
export function AssistantButton() {
  return useAssistant() === null ? null : <Toggle />
}

function Toggle() {
  const intl = useIntl()
  const { open } = useAssistantState()
  const label = intl.formatMessage({ id: 'Assistant.Title' })
  useHotkeys({ id: 'assistant', label: intl.formatMessage({ id: 'Hotkeys.Scope.Everywhere' }), everywhere: true }, [
    { id: 'assistant', keys: 'Mod+J', label: intl.formatMessage({ id: 'Assistant.Open' }), run: openAssistant },
  ])
  return (
    <IconButton
      id={assistantButtonId}
      icon={Sparkles}
      label={label}
      side="bottom"
      pressed={open}
      aria-keyshortcuts="Control+J Meta+J"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={open ? closeAssistant : openAssistant}
    />
  )
}
