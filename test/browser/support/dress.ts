import { SVG_TYPE } from "../../../src/domain/branding.ts";
import type { Dress } from "./serve-pages.ts";

/** The longest name without a place to wrap, the widest logo, and all that an owner may add. */
export const WIDE_DRESS: Dress = {
  look: {
    name: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau & Co",
    color: "#0b57d0",
    link: "https://donaudampfschifffahrtsgesellschaft.example/",
    contact: "mailto:help@example.com",
    showsTitle: true,
    logo: { key: "f:w/1/logo.svg", type: SVG_TYPE },
  },
  svg: '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="100" viewBox="0 0 1200 100"><path fill="#0b57d0" d="M0 0h100v100H0z"/><path fill="#1f2622" d="M130 20h1070v60H130z"/></svg>',
};
