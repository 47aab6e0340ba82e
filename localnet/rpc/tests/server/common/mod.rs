//! Runs the real server and talks to it over HTTP.

pub mod burst;
pub mod noise;
pub mod wallet;

use serde_json::{json, Value};
use std::{
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
};

pub const PASSPHRASE: &str = "Standalone Network ; February 2017";

pub struct Server {
    process: Child,
    pub url: String,
}

/// The output of a server that did not start.
pub struct Refused {
    pub status: ExitStatus,
    pub message: String,
}

impl Server {
    /// Starts a server in memory, unless `arguments` say otherwise, on a free port.
    pub fn start(arguments: &[&str]) -> Server {
        match Server::try_start(arguments) {
            Ok(server) => server,
            Err(refused) => panic!("the server did not start: {}", refused.message),
        }
    }

    pub fn on_disk(folder: &Path) -> Server {
        Server::start(&["--data", folder.to_str().unwrap()])
    }

    pub fn try_start(arguments: &[&str]) -> Result<Server, Refused> {
        Server::try_start_with(arguments, &[])
    }

    pub fn try_start_with(
        arguments: &[&str],
        environment: &[(&str, &Path)],
    ) -> Result<Server, Refused> {
        let mut process = Command::new(env!("CARGO_BIN_EXE_localnet"))
            .envs(environment.iter().copied())
            .args(["--port", "0"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let Some(url) = line
            .split_whitespace()
            .find(|word| word.starts_with("http://"))
        else {
            let mut message = String::new();
            process
                .stderr
                .take()
                .unwrap()
                .read_to_string(&mut message)
                .unwrap();
            return Err(Refused {
                status: process.wait().unwrap(),
                message,
            });
        };
        Ok(Server {
            url: url.to_owned(),
            process,
        })
    }

    /// The answer's `result`.
    pub fn call(&self, method: &str, params: Value) -> Value {
        let answer =
            self.post(json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }));
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The answer's `error`.
    pub fn fail(&self, method: &str, params: Value) -> Value {
        let answer =
            self.post(json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }));
        assert!(answer.get("result").is_none(), "{method}: {answer}");
        answer["error"].clone()
    }

    pub fn post(&self, body: Value) -> Value {
        serde_json::from_str(&self.post_text("/", &body.to_string()).1).unwrap()
    }

    /// Like `post`, with `None` once the server is gone.
    pub fn try_post(&self, body: &Value) -> Option<Value> {
        let request = agent()
            .post(&self.url)
            .header("content-type", "application/json");
        let mut response = request.send(body.to_string()).ok()?;
        serde_json::from_str(&response.body_mut().read_to_string().ok()?).ok()
    }

    /// Status and body.
    pub fn post_text(&self, path: &str, body: &str) -> (u16, String) {
        self.post_as(path, "application/json", body)
    }

    /// The headers that a page of another origin may send, having asked for `header`.
    pub fn allowed_headers(&self, header: &str) -> String {
        let request = agent()
            .options(&self.url)
            .header("origin", "https://example.com")
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", header);
        let response = request.call().unwrap();
        let allowed = &response.headers()["access-control-allow-headers"];
        allowed.to_str().unwrap().to_owned()
    }

    pub fn get(&self, path: &str) -> (u16, String) {
        read(agent().get(format!("{}{path}", self.url)).call())
    }

    pub fn post_form(&self, path: &str, form: &str) -> (u16, String) {
        self.post_as(path, "application/x-www-form-urlencoded", form)
    }

    pub fn post_as(&self, path: &str, kind: &str, body: &str) -> (u16, String) {
        let request = agent()
            .post(format!("{}{path}", self.url))
            .header("content-type", kind);
        read(request.send(body))
    }

    /// Kills the server as power loss does: no time to write anything.
    pub fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }

    pub fn signal(&self, name: &str) {
        let id = self.id().to_string();
        assert!(Command::new("kill")
            .args([name, &id])
            .status()
            .unwrap()
            .success());
    }

    pub fn close_stdin(&mut self) {
        drop(self.process.stdin.take());
    }

    pub fn wait(&mut self) -> ExitStatus {
        self.process.wait().unwrap()
    }

    /// Passes over what the server says to its user, which would wait once the pipe is full.
    pub fn pass_over_complaints(&mut self) {
        let mut stderr = self.process.stderr.take().unwrap();
        std::thread::spawn(move || std::io::copy(&mut stderr, &mut std::io::sink()));
    }

    /// What the server said to its user until it ended.
    pub fn complaints(&mut self) -> String {
        let mut text = String::new();
        let mut stderr = self.process.stderr.take().unwrap();
        stderr.read_to_string(&mut text).unwrap();
        text
    }

    pub fn sequence(&self) -> u64 {
        self.call("getLatestLedger", json!({}))["sequence"]
            .as_u64()
            .unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into()
}

fn read(response: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> (u16, String) {
    let mut response = response.unwrap();
    let status = response.status().as_u16();
    (status, response.body_mut().read_to_string().unwrap())
}
