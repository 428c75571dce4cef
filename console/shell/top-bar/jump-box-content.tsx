import { cn, Icon, Kbd, VisuallyHidden } from '@assay/design-system'
import { Search } from 'lucide-react'
import { FormattedMessage } from 'react-intl'

/** A field with its shortcut on a wide page, an icon elsewhere. */
export const jumpBoxClass = 'w-control px-0 lg:w-[14rem] lg:justify-start lg:ps-3 lg:pe-2'

export function JumpBoxContent() {
  return (
    <>
      <Icon icon={Search} className="text-fg-secondary" />
      <span className="hidden min-w-0 truncate font-normal text-fg-secondary lg:inline">
        <FormattedMessage id="DesignSystem.CommandPalette.Placeholder" />
      </span>
      <span className="lg:hidden">
        <VisuallyHidden>
          <FormattedMessage id="DesignSystem.CommandPalette.Placeholder" />
        </VisuallyHidden>
      </span>
      <span className="ms-auto hidden lg:flex" aria-hidden>
        <Kbd keys="Mod+K" />
      </span>
    </>
  )
}

/** The jump box as text, until it works. */
export function JumpBoxPlaceholder({ className }: { className: string }) {
  return (
    <span aria-hidden className={cn(className, jumpBoxClass)}>
      <JumpBoxContent />
    </span>
  )
}
