/** The surface that opens under a control: list of a combobox, calendar. */
export const popupClasses =
  'z-popover rounded-card border border-transparent bg-surface-raised text-sm text-fg shadow-2 outline-none'
