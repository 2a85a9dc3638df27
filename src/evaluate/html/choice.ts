import { markup, type Html, type HtmlValue } from "../../view/html.js";

/**
 * A row of which one is chosen; the panels of the group show what it stands
 * for. The arrow keys move along it, as along all radio buttons.
 */
export function choice(
  group: string,
  label: string,
  options: readonly (readonly [value: string, name: string])[],
  chosen: string
): Html {
  const radios = options.map(
    ([value, name]) => markup`<label><input type="radio" name="${group}"
 value="${value}"${value === chosen && markup` checked`}>
<span>${name}</span></label>`
  );
  return markup`<fieldset class="choice"><legend>${label}</legend>
<div>${radios}</div></fieldset>`;
}

/** What is shown while one of a group is chosen. */
export const panel = (
  group: string,
  value: string,
  chosen: string,
  content: HtmlValue
): Html =>
  markup`<div data-group="${group}" data-value="${value}"${
    value !== chosen && markup` hidden`
  }>${content}</div>`;
