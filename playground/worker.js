// Python in a thread of its own: the page stays responsive while it answers.
import { loadPyodide } from "./pyodide.mjs";

const ready = (async () => {
  const python = await loadPyodide();
  const archive = await (await fetch("daft_lint.zip")).arrayBuffer();
  python.unpackArchive(archive, "zip", { extractDir: "/home/pyodide" });
  python.runPython("import sys; sys.path.insert(0, '/home/pyodide')");
  return python.pyimport("answer").answer;
})();

ready.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: error.message }));

onmessage = async ({ data: { number, question } }) => {
  const answer = await ready;
  try {
    const { code, workers, cpus, gpus, rows, partitions } = question;
    postMessage({ number, text: answer(code, workers, cpus, gpus, rows, partitions) });
  } catch (error) {
    postMessage({ number, error: error.message.trim().split("\n").at(-1) });
  }
};
