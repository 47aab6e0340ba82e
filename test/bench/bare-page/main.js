import { createElement, StrictMode } from "react";
import { createRoot } from "react-dom/client";

// The least that a page of React can be: what `bench web` compares with.
const place = document.getElementById("app");
createRoot(place).render(createElement(StrictMode, null, createElement("h1", null, "Bare")));
