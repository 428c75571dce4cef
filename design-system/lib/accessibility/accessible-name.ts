/** The name of a part for assistive technology: a text, or the element that shows it. */
export type AccessibleName =
  | {
      /** Accessible name. */
      label: string
      labelledBy?: never
    }
  | {
      label?: never
      /** Id of the element that shows the accessible name. */
      labelledBy: string
    }
